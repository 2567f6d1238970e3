import { deflateSync, gzipSync } from 'node:zlib';
import { fillTemplate } from '#api/messages';
import { createDecoder, toCanonicalText } from '#redaction/readings';
import { recordResponseSecrets, recordSecret, recordUrlSecrets, sanitize } from '#redaction/redact';
import { type Attack, attack, attacksBy, getResponse, toTable } from './attack.ts';
import texts from './texts.json' with { type: 'json' };

const secret = 'APP_USR-7134905812-112123-9f8e7d6c5b4a39281706';

/** Writes the code of every letter of the secret in a form such as `%{hex}`. */
function writeCodes(form: string): string {
  const write = (code: number) => {
    const [hex, octal, bits] = [code.toString(16), code.toString(8), code.toString(2).padStart(8, '0')];
    const [HEX, octal3] = [hex.toUpperCase(), octal.padStart(3, '0')];
    return fillTemplate(form, { decimal: code, hex, HEX, octal, octal3, bits });
  };
  return [...secret].map((letter) => write(letter.charCodeAt(0))).join('');
}

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const inLines = (text: string, length: number, end: string) =>
  text.match(new RegExp(`.{1,${length}}`, 'g'))?.join(end) ?? '';

const encodings: Readonly<Record<string, string>> = {
  'as it is': secret,
  'in small letters': secret.toLowerCase(),
  'in large letters': secret.toUpperCase(),
  'with its end cut off': secret.slice(0, 34),
  ...Object.fromEntries(Object.entries(texts.letterForms).map(([name, form]) => [name, writeCodes(form)])),
  'in base64': base64(secret),
  'in base64 twice': base64(base64(secret)),
  'in base64 three times': base64(base64(base64(secret))),
  'in base64 behind a letter': base64(`x${secret}`),
  'in base64 behind two letters': base64(`xy${secret}`),
  'in base64 in lines': inLines(base64(secret), 16, '\n'),
  'in base64 in lines of JSON': inLines(base64(secret), 16, '\\n'),
  'in base64 of UTF-16': base64(Buffer.from(secret, 'utf16le')),
  'in base64 for URLs': Buffer.from(secret).toString('base64url'),
  'in hexadecimal in base64': base64(writeCodes('{hex}')),
  'in base64 in hexadecimal': Buffer.from(base64(secret)).toString('hex'),
  'in UTF-16': [...secret].map((letter) => `${letter}\\u0000`).join(''),
  spaced: [...secret].join(' '),
  dotted: [...secret].join('.'),
  'with characters of no width': [...secret].join('\u200b'),
  'in wide letters': secret.replace(/[a-z\d]/gi, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  'split over two fields': `${secret.slice(0, 20)}", "rest": "${secret.slice(20)}`,
  'split over an array': `x", "list": ["${inLines(secret, 12, '", "')}`,
  'in colours': [...secret].join('\u001b[0m'),
  'its end alone': secret.slice(-16),
  'its middle alone': secret.slice(14, 38),
  reversed: [...secret].reverse().join(''),
  'reversed, in base64': base64([...secret].reverse().join('')),
  'with a line break every five letters': inLines(secret, 5, '\\n'),
  'in gzip in base64': base64(gzipSync(secret)),
  'in zlib in base64': base64(deflateSync(secret)),
  'in gzip in hexadecimal': gzipSync(secret).toString('hex'),
  'in base32': base32(secret),
  'with a number before every letter': [...secret].map((letter, at) => `${at}: ${letter}`).join(', '),
  'as a list of codes': [...secret].map((letter) => letter.charCodeAt(0)).join(', '),
  'with tags in between': [...secret].map((letter) => `<b>${letter}</b>`).join(''),
  'with an index before every letter': [...secret].map((letter, at) => `[${at}]='${letter}'`).join(' '),
  'with CDATA in between': inLines(secret, 5, ']]><![CDATA['),
  'in gzip twice in base64': base64(gzipSync(gzipSync(secret))),
  'in gzip in base64 in lines behind a word': `value ${inLines(base64(gzipSync(secret)), 20, ' ')}`,
  'with soft hyphens as entities': [...secret].join('&shy;'),
  'with characters of no width as entities, twice': [...secret].join('&amp;#8203;'),
  'with combining marks': [...secret].join('\u0301'),
  'as numbered members in a text': [...secret].map((letter, at) => `\\"${at}\\":\\"${letter}\\"`).join(),
  'split over four fields in a text': inLines(secret, 12, '\\", \\"part\\": \\"'),
};

function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{1,5}/g) ?? [];
  return letters.map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

const shortSecrets = toTable(texts.shortSecrets, (text) => `${text.length} characters: ${text}`);
const GONE = 'nothing of it is left';

async function sanitized(body: string, value: string): Promise<string> {
  const clean = sanitize((await getResponse(body)).text);
  return clean.includes(value) ? `left: ${clean}` : GONE;
}

/** Every attack that tries to put a secret into a report. */
export const secrets: readonly Attack[] = [
  ...attacksBy('a known secret', GONE, encodings, async (text) => {
    recordSecret(secret);
    const { text: body } = await getResponse(`{"error": "bad", "note": "${text}"}`);
    const clean = sanitize(body);
    const canonical = toCanonicalText(secret).slice(0, 24);
    const isShown = clean.includes(JSON.stringify(text).slice(1, -1)) || clean.includes(text);
    const isLeft = isShown || createDecoder()(clean).found.some((reading) => reading.includes(canonical));
    return isLeft ? `left: ${clean}` : GONE;
  }),
  ...attacksBy('an unknown secret, by its name', GONE, toTable(texts.secretNames), (name) => {
    const value = `q${texts.secretNames.indexOf(name)}w8e7r6t5y4u3`;
    return sanitized(`{"${name}": "${value}", "log": "${name}=${value}"}`, value);
  }),
  ...attacksBy('a short secret of ours', GONE, shortSecrets, (value) => {
    recordSecret(value);
    return sanitized(`{"message": "wrong ${value}", "again": "${value}"}`, value);
  }),
  ...attacksBy('PROVIDER_STATES_URL', GONE, toTable(['userinfo8', 'passw0rd-of-url', 'key-9a8b7c6d']), (value) => {
    recordUrlSecrets('http://userinfo8:passw0rd-of-url@127.0.0.1:9/_states?key=key-9a8b7c6d');
    return sanitized(`{"message": "at ${value}"}`, value);
  }),
];

/** Attacks that try to make the redaction remove our own words. */
export const weapons: readonly Attack[] = texts.ourWords.flatMap((word) =>
  (['Set-Cookie', 'access_token', 'password'] as const).map((where) =>
    attack('redaction as a weapon', `${where} says ${word}`, 'our words stay', async () => {
      const isCookie = where === 'Set-Cookie';
      const body = isCookie ? '{}' : JSON.stringify({ [where]: word });
      recordResponseSecrets(await getResponse(body, isCookie ? `set-cookie: a=${word}\r\n` : ''));
      const ours = `{"requirements": [{"id": "TOK-28", "outcome": "failed", "status": 400, "of": "${word.replaceAll('"', '')}"}]}`;
      return sanitize(ours) === ours ? 'our words stay' : `taken: ${sanitize(ours)}`;
    }),
  ),
);
