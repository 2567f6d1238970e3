import { expect, test } from '@playwright/test';
import stacks from './clients/stacks.json' with { type: 'json' };
import { inShort, missingProgram, runGate } from './run-gate.ts';

const transparentProbe = ['unshare', '--net', '--mount', '--map-root-user', 'ip', 'link', 'set', 'lo', 'up'];

/** Each stack has a client with a constant API host; its probe succeeds if the stack is installed. */
for (const { name, command, probe, ways, protocol } of stacks)
  for (const way of ways) {
    test(`a client that knows nothing of the gate goes through it by --${way}: ${name}`, {
      tag: name === 'Node, fetch' && way === 'proxy' ? [] : '@slow',
    }, async () => {
      const missing = missingProgram(probe) ?? (way === 'transparent' ? missingProgram(transparentProbe) : undefined);
      test.skip(missing !== undefined, missing);

      const { code, out, err, result } = await runGate(
        `--${way}`,
        '--',
        ...command.replace(/[\w.]+$/, 'selftest/sdk/clients/$&').split(' '),
      );

      expect(out, err).toContain('created MLA');
      expect(inShort(result())).toEqual([]);
      expect(result().requests.map(({ endpoint, status }) => `${endpoint} ${status}`)).toEqual([
        'test-users 201',
        'instore-orders 204',
      ]);
      expect(new Set(result().requests.map((request) => request.protocol))).toEqual(new Set([protocol]));
      expect(result().verdict).toBe('PASSED');
      expect(code).toBe(0);
    });
  }
