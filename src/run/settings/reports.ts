import { choice, flag, text, word } from './setting-kinds.ts';

/** Says where results go, and where those of earlier runs are. */
export const reportSettings = {
  REPORTS_DIR: text({ desc: 'Folder of the reports. Default: reports.', default: 'reports' }),
  REPORT_LANGUAGE: choice(
    'en',
    'es',
    'pt',
  )({ desc: 'Language of the report page: en, es or pt. Default: en.', default: 'en' }),
  HAR: flag({
    desc: '1: record every exchange, without secrets, in exchanges.har for the command replay. Default: 0.',
    default: false,
  }),
  HISTORY: text({
    desc: 'File to which each whole run adds a line. Default: history.jsonl in REPORTS_DIR.',
    default: '',
  }),
  LEDGERS_DIR: text({ desc: 'Folder of the ledgers. Default: ledgers.', default: 'ledgers' }),
  WAIVERS_DIR: text({ desc: 'Folder of the waivers. Default: waivers.', default: 'waivers' }),
  RUN_ID: word({
    desc: 'Word in each description that the run creates. Default: a random one.',
    default: '',
  }),
} as const;
