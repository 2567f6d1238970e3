/** A text of JSON or a number of it; in a text nothing is a number. */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * The value of a JSON text in which each number is its text, for a number of 64 bits is another one after JSON.parse;
 * undefined where the text is no JSON.
 */
export function numbersAsText(text: string): unknown {
  return parsed(text, (number) => JSON.stringify(exact(number)));
}

/** The value of a JSON text in which no number with a fraction looks like an integer because its last digits are lost. */
export function fractionsKept(text: string): unknown {
  return parsed(text, (number) => (hasFraction(number) && Number.isInteger(Number(number)) ? '0.5' : number));
}

function parsed(text: string, write: (number: string) => string): unknown {
  try {
    JSON.parse(text);
    return JSON.parse(text.replace(textOrNumber, (token) => (token.startsWith('"') ? token : write(token))));
  } catch {
    return undefined;
  }
}

/** 1 and 1.0 and 10e-1 are one number. */
function exact(number: string): string {
  return Number.isSafeInteger(Number(number)) && !hasFraction(number) ? String(Number(number)) : number;
}

/** Whether a number, as JSON writes it, has anything but zeros behind its point. */
function hasFraction(number: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const point = Math.max(0, whole.length + Number(exponent));
  return /[1-9]/.test(`${whole}${fraction}`.slice(point));
}
