import { startFront } from './tools/front.ts';
import { runSuite } from './tools/run-suite.ts';
for (const WORKERS of ['1','3','6']) {
const front = await startFront({ change: async (_, a) => { await new Promise(r=>setTimeout(r,150)); return a; } });
const t=Date.now();
const run = await runSuite({ BASE_URL: front.baseUrl, PROVIDER_STATES_URL: front.statesUrl, WORKERS });
console.log(WORKERS, (Date.now()-t)/1000, run.output.trim().split('\n').slice(-2).join(' | '), front.seen.length, front.seen.filter(s=>s.path==='/_states').length);
await front.close();
}
