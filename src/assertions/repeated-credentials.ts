import { getText, parseJson, type ResponseRecord, type SentRequest } from '#api/exchange';
import { createUndecoder } from '#redaction/finder';
import { isPublicValue } from '#redaction/names';

/** The annotation of a test that got an error with a credential in it. Its underscore keeps it out of the pages. */
export const REPEATED_CREDENTIAL = '_repeated-credential';

/** The requirement that such an error violates, whichever test got it. */
export const REPEATED_CREDENTIAL_REQUIREMENT = 'TOK-84';

const credentials = ['client_secret', 'code', 'code_verifier', 'refresh_token', 'access_token'] as const;

/** Creates what a worker knows of credentials: those of states, those that it sent and those that were issued. */
export function createCredentials() {
  const known = createUndecoder();
  const publicValues = new Set<unknown>();
  /** Records the credentials that a request sends: a test may send an id instead of one, which stays public. */
  const learnSent = ({ headers, body = '' }: SentRequest) => {
    const json = parseJson(body);
    const token = headers.authorization?.replace(/^\S+\s+/, '') ?? '';
    for (const sent of [token, ...credentials.map((name) => getText(json, name))])
      if (!publicValues.has(sent)) known.learn(sent);
  };
  return {
    learnSent,
    isPublic: (value: unknown) => publicValues.has(value),
    /** Records the credentials among the values of a provider state, and its public values. */
    learnState: (values: Readonly<Record<string, string>>) => {
      for (const name of credentials) known.learn(values[name] ?? '');
      for (const [name, value] of Object.entries(values)) if (isPublicValue(name)) publicValues.add(value);
    },
    learnIssued: ({ json }: Pick<ResponseRecord, 'json'>) => {
      for (const name of ['access_token', 'refresh_token']) known.learn(getText(json, name));
    },
    /** Returns true if an error, a cookie or the link of an agreement repeats a known credential, in any encoding. */
    isRepeatedIn: ({ status, text, headers, json }: ResponseRecord) => {
      const handedOn = [headers['set-cookie'] ?? '', getText(json, 'agreement_uri')];
      const parts = status >= 400 ? [text, ...Object.values(headers)] : handedOn;
      return parts.some((part) => known.hides(part) === 'a secret');
    },
  };
}
