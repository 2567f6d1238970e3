import { config } from 'dotenv';
import { readSettings, type Settings } from './settings.ts';

config({ quiet: true });

/** The settings of this run, from the environment and `.env`; a wrong one ends the process with its sentence. */
export const settings = settingsOrEnd();

function settingsOrEnd(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(4);
  }
}
