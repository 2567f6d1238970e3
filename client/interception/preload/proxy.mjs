import './sockets.mjs';

// Before Node 24 `fetch` ignores HTTPS_PROXY; its dispatcher can be set from outside, where undici 6 keeps it.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  quietly(() => setGlobalDispatcher(new EnvHttpProxyAgent()));
}

/** undici 6 calls this agent experimental on stderr, where it would stand in the SDK's own output. */
function quietly(run) {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  run();
  process.emitWarning = emitWarning;
}
