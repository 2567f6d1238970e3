/** A made-up text of the same shape: each letter and digit is another one, everything else stays. */
export function madeUp(text: string): string {
  return text.replace(/[0-8a-yA-Y]|9|z|Z/g, (character) => {
    const wrapped: Record<string, string> = { '9': '0', z: 'a', Z: 'A' };
    return wrapped[character] ?? String.fromCharCode(character.charCodeAt(0) + 1);
  });
}
