// Loaded into every process of a run (NODE_OPTIONS): each writes down the most memory that it had, in kilobytes.
import { appendFileSync } from 'node:fs';

process.on('exit', () => appendFileSync(process.env.PEAKS_FILE ?? '/dev/null', `${process.resourceUsage().maxRSS}\n`));
