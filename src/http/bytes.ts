/** A character that stands for one byte: no text has it alone, and UTF-8 has no way to write it. */
const ofByte = /([\udc80-\udcff])/u;

/** Returns the bytes of a body in UTF-8; a lone surrogate from U+DC80 to U+DCFF stands for a byte from 80 to FF. */
export function bytesOf(body: string): Buffer {
  const textsAndBytes = body.split(ofByte);
  return Buffer.concat(
    textsAndBytes.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.of(byteOf(part)))),
  );
}

function byteOf(sign: string): number {
  return sign.charCodeAt(0) & 0xff;
}
