import { config } from 'dotenv';
import { readSettings } from './settings.ts';

config({ quiet: true });

/** The settings of this run, from the environment and `.env`. */
export const settings = readSettings(process.env);
