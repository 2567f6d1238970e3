/** An object of the document, which holds any JSON. */
export interface Part {
  readonly [name: string]: unknown;
}

/** A reference to a part of the document. */
export function referenceTo(kind: 'schemas' | 'examples', name: string): Part {
  return { $ref: `#/components/${kind}/${name}` };
}
