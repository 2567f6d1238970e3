/** A character that stands for one byte: no text has it alone, and UTF-8 has no way to write it. */
const ofByte = /([\udc80-\udcff])/u;

/** The bytes of a body: its UTF-8, where a lone surrogate from U+DC80 to U+DCFF stands for a byte from 80 to FF. */
export function bytesOf(body: string): Buffer {
  const textsAndBytes = body.split(ofByte);
  return Buffer.concat(
    textsAndBytes.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.of(byteOf(part)))),
  );
}

/** The body as printf's %b takes it, where it has bytes that no text has; undefined where it has none. */
export function asEscapes(body: string): string | undefined {
  if (!ofByte.test(body)) return undefined;
  const escaped = body.replaceAll('\\', '\\\\').split(ofByte);
  return escaped
    .map((part, index) => (index % 2 === 0 ? part : `\\0${byteOf(part).toString(8).padStart(3, '0')}`))
    .join('');
}

function byteOf(sign: string): number {
  return sign.charCodeAt(0) & 0xff;
}
