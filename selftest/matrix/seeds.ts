import { print } from '#run/process/output';
import { cheats, inCommon, record, runAgainst } from './cheats.ts';

// Records a run, compares it with a run of another seed, and checks that servers that recognise it are detected.
const [first, second] = [101, 202];
/** Largest allowed shares of requests: equal ones, and ones of the same operation at the same place. */
const most = { alike: 0.05, placed: 1 / 3 };

const [recorded, other] = [await record(first), await record(second)];
const { alike, placed } = inCommon(recorded.requests, other.requests);
const shares = `${(alike * 100).toFixed(1)} of 100 alike, ${(placed * 100).toFixed(1)} of one operation at one place`;
print(`two seeds, ${other.requests.length} requests: ${shares}`);
if (alike > most.alike || placed > most.placed) process.exitCode = 1;

for (const [what, cheat] of Object.entries(cheats)) {
  const { verdict, counts } = (await runAgainst(cheat, second, recorded.requests)).document();
  print(`knows the suite by ${what}: ${verdict}, ${counts.must.failed} failed`);
  if (verdict !== 'NON-CONFORMANT') process.exitCode = 1;
}
