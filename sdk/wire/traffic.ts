/** A header as it stood on the wire. */
export type Header = readonly [name: string, value: string];

/** One request of the SDK as it reached the recorder. */
export interface Sent {
  readonly method: string;
  readonly host: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

/** What the SDK was answered. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

/** Every value that a header was sent with; names are compared without regard to case. */
export function headerValues({ headers }: Pick<Sent, 'headers'>, name: string): string[] {
  return headers.filter(([sent]) => sent.toLowerCase() === name).map(([, value]) => value);
}

/** A reply of the gate's own: a status and one sentence as JSON. */
export function saying(status: number, message: string): Reply {
  const body = Buffer.from(JSON.stringify({ message }));
  return { status, headers: [['Content-Type', 'application/json']], body };
}
