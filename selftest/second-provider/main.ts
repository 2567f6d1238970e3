import { formNames, isFormName } from './choices/form-names.ts';
import { startSecondProvider } from './server.ts';

const { PORT = '0', PREFIX = '/sandbox/api/v9', FORM = 'plain' } = process.env;

function wrongSetting(): string | undefined {
  if (!isFormName(FORM)) {
    return `FORM is "${FORM}": set it to one of ${formNames.join(', ')}, or random:<number>.`;
  }
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) {
    return `PORT is "${PORT}": set it to a number from 0 (any free port) to 65535.`;
  }
  if (!/^(\/[\w.~-]+)*$/.test(PREFIX)) {
    return `PREFIX is "${PREFIX}": set it to a path such as /sandbox/api/v9, without a slash at its end.`;
  }
  return undefined;
}

async function main(): Promise<void> {
  const wrong = wrongSetting();
  if (wrong !== undefined || !isFormName(FORM)) throw new Error(wrong);
  const provider = await startSecondProvider({ port: Number(PORT), prefix: PREFIX, form: FORM });
  console.log(`ready BASE_URL=${provider.baseUrl} PROVIDER_STATES_URL=${provider.statesUrl}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => provider.close());
}

main().catch((error: Error) => {
  console.error(`The second provider did not start: ${error.message}`);
  process.exitCode = 1;
});
