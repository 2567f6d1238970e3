import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const ipv4 = 1;
const header = 12;

/** Answers every question for a name with this machine (RFC 1035), so that whatever a client looks for comes to the gate. */
export async function answerNames(): Promise<{ readonly stop: () => void }> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const answer = answerTo(question);
    if (answer) socket.send(answer, port, address);
  });
  socket.bind(53, '127.0.0.1');
  await once(socket, 'listening');
  return { stop: () => socket.close() };
}

/** The question with one answer, 127.0.0.1, where it is for an IPv4 address; with none where it is for something else. */
function answerTo(question: Buffer): Buffer | undefined {
  const end = endOfName(question) + 4;
  if (end > question.length) return undefined;
  const isForAddress = question.readUInt16BE(end - 4) === ipv4;
  const head = Buffer.from(question.subarray(0, header));
  head.writeUInt16BE(0x8180, 2); // an answer, recursion available, no error
  head.writeUInt16BE(isForAddress ? 1 : 0, 6);
  head.writeUInt32BE(0, 8); // neither authority nor additional records
  // The name of the question, an IPv4 address, of the internet, for a minute, four bytes.
  const record = Buffer.from([0xc0, header, 0, ipv4, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([head, question.subarray(header, end), ...(isForAddress ? [record] : [])]);
}

function endOfName(message: Buffer): number {
  let at = header;
  while (message[at]) at += (message[at] ?? 0) + 1;
  return at + 1;
}
