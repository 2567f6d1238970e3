import { BlockList, isIP, Socket } from 'node:net';

// Loaded into the SDK's own process: every connection that leaves this machine ends at the gate instead. TLS, headers
// and body are the SDK's own, since the gate serves TLS for any host.

const gate = { host: process.env.SDK_GATE_HOST, port: Number(process.env.SDK_GATE_PORT) };
const allowed = new Set((process.env.SDK_GATE_ALLOWED ?? '').split(','));
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const connect = Socket.prototype.connect;

Socket.prototype.connect = function (...args) {
  return Reflect.apply(connect, this, redirect(args));
};

/** `connect` takes (options), (port, host), (path), and from net.connect an array of the first with its callback. */
function redirect([first, second, ...rest]) {
  if (Array.isArray(first)) {
    if (isRemote(first[0])) first[0] = toGate(first[0]);
    return [first, second, ...rest];
  }
  if (typeof first === 'object' && first !== null) return [isRemote(first) ? toGate(first) : first, second, ...rest];
  const isLeaving = isPort(first) && typeof second === 'string' && isRemote({ host: second });
  return isLeaving ? [gate.port, gate.host, ...rest] : [first, second, ...rest];
}

/** A copy, because TLS still checks the certificate against the options as they were. */
function toGate(options) {
  return { ...options, ...gate };
}

function isRemote({ path, host = 'localhost' }) {
  return !path && host !== 'localhost' && !allowed.has(host) && !isLoopback(host);
}

function isLoopback(host) {
  const version = isIP(host);
  return version !== 0 && loopback.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

function isPort(value) {
  return typeof value === 'number' || /^\d+$/.test(value);
}
