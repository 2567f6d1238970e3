import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFields } from '#api/values/json';
import { isPublicValue } from '#redaction/names';
import type { Conformance } from '#results/document';
import { decideGate } from '#results/gate';
import { expect, fileWith, ownFolder, readResult, runCommand, runSuite, slow, test } from '../tools/fixtures.ts';
import { type Front, startFront } from '../tools/front.ts';

/** Selects tests with shapes, layouts, near misses and states that are used up. */
const selection = ['--project=instore-orders', '--project=oauth-token', '--grep=@ORD-|@TOK-(?:03|16|29|47)'];

test('replays a recording to the verdict of its run without a connection or a secret', slow, async ({ open }) => {
  const front = await open(startFront({ fault: 'order-no-number-code' }));
  const live = await runSuite({ ...front.target, TARGET: 'recorded', HAR: '1' }, ...selection);
  const har = path.join(live.reports, 'exchanges.har');
  const connections = front.connections();
  const [REPORTS_DIR, unused] = [ownFolder('replayed'), { STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN: 'of-no-recording' }];
  const { code, stdout } = await runCommand('replay', [har, ...selection], { REPORTS_DIR, ...unused });
  const document = readResult(path.join(REPORTS_DIR, 'replay'));

  expect(front.connections()).toBe(connections);
  expect({ code, ...essence(document) }).toEqual({ code: live.code, ...essence(live.document()) });
  expect(document.counts.must.failed).toBe(1);
  expect(document.replay).toMatchObject({ run: live.document().run, unrecorded: 0 });
  expect(stdout.replace(/\s+/g, ' ')).toContain(`a replay, which sent nothing, of run ${live.document().run}`);
  expect(readFileSync(path.join(REPORTS_DIR, 'replay/conformance.html'), 'utf8')).toContain('A replay:');
  expect(getGate(document)).toEqual([2, 0]);
  expect(secretsIn(har, front)).toEqual([]);
  await runCommand('replay', [har, '--project=test-users'], { REPORTS_DIR }); // of which it has nothing
  expect(readResult(path.join(REPORTS_DIR, 'replay')).complete).toEqual([]);
  const accepted = await runCommand('ledger', ['accept'], { REPORTS_DIR: path.join(REPORTS_DIR, 'replay') });
  expect(accepted.stderr).toMatch(/^Nothing was accepted: .*a replay/);
  const edited = fileWith('edited.har', readFileSync(har, 'utf8').replace('"status":400', '"status":200'));
  expect(await runCommand('replay', [edited], { REPORTS_DIR })).toEqual({
    code: 4,
    stdout: '',
    stderr: expect.stringMatching(
      /^.*edited\.har was changed after it was written\. Use the original exchanges\.har of the run\.\n$/,
    ),
  });
});

function essence({ verdict, seed, run, counts, requirements }: Conformance) {
  return { verdict, seed, run, counts, outcomes: requirements.map(({ id, outcome }) => `${id} ${outcome}`) };
}

/** Returns the gate's exit codes when the replay is its only reason: by default, and if replays are allowed. */
function getGate(document: Conformance): number[] {
  const reasons = document.decision.reasons.filter(({ kind }) => kind === 'replay');
  const replayed = { ...document, decision: { ...document.decision, reasons } };
  return [decideGate(replayed).code, decideGate(replayed, { allowReplay: true }).code];
}

/** Returns the secrets of states and token responses that a file contains, in any JSON escaping. */
function secretsIn(file: string, { seen }: Front): string[] {
  const text = readFileSync(file, 'utf8');
  const plain = text.replace(/\\+u00([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const responses = seen.flatMap(({ path: of, answer: response }) =>
    /^\/(?:_states|oauth)/.test(of) ? [...listFields(JSON.parse(response?.text || '{}'))] : [],
  );
  const secrets = responses.flatMap(([name, value]) =>
    typeof value === 'string' && /token|secret|^code$/.test(name) && !/^token_type$/.test(name) && !isPublicValue(name)
      ? [value]
      : [],
  );
  expect(secrets.length).toBeGreaterThan(50);
  return secrets.filter((secret) => plain.includes(secret));
}
