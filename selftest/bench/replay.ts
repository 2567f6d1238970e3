import { readFileSync } from 'node:fs';
import { type Recorded, send } from './recorder.ts';

// A plain loop: sends every recorded request again, one after the other, and reads each answer.
const [file = '', baseUrl = ''] = process.argv.slice(2);
const recorded: readonly Recorded[] = JSON.parse(readFileSync(file, 'utf8'));
for (const request of recorded) await (await send(baseUrl, request)).body.text();
