/** One fault in one module of the suite, and the self-test that is to notice it. */
export interface Planted {
  readonly module: string;
  /** Stands there once; a self-test says so where it no longer does. */
  readonly sound: string;
  readonly faulty: string;
  /** A self-test of `npm test` that fails on it. */
  readonly noticedBy: string;
}

/** Every fault that is planted. */
export const planted: readonly Planted[] = [
  {
    module: 'suite/results/verdict.ts',
    sound: "return 'NON-CONFORMANT';",
    faulty: "return 'CONFORMANT';",
    noticedBy: 'verdict.spec',
  },
  {
    module: 'suite/fixtures/playwright.ts',
    sound: "if (test.expectedStatus === 'failed') test.expectedStatus = 'passed';",
    faulty: 'void test;',
    noticedBy: 'upgrade.spec',
  },
  {
    module: 'suite/run/in-order.ts',
    sound: 'if (notes) notes.push(note);',
    faulty: 'if (notes && !note) notes.push(note);',
    noticedBy: 'side-by-side.spec',
  },
  {
    module: 'suite/http/retry.ts',
    sound: 'return Number(value);',
    faulty: 'return 0;',
    noticedBy: 'throttle.spec',
  },
  {
    module: 'suite/http/content.ts',
    sound: 'fatal: true',
    faulty: 'fatal: false',
    noticedBy: 'hostile.spec',
  },
  {
    module: 'suite/safety/guard.ts',
    sound: 'own === host ||',
    faulty: 'own !== host ||',
    noticedBy: 'target-names.spec',
  },
  {
    module: 'suite/safety/token-answer.ts',
    sound: 'const answer = await ask();',
    faulty: 'const answer = ask;',
    noticedBy: 'guard.spec',
  },
  {
    module: 'suite/safety/accounts.ts',
    sound: 'if (stranger !== undefined) end(',
    faulty: "if (stranger === '') end(",
    noticedBy: 'accounts.spec',
  },
  {
    module: 'suite/safety/budget/spend.ts',
    sound: '?? outOf(budget);',
    faulty: "?? '';",
    noticedBy: 'budget.spec',
  },
  {
    module: 'suite/fixtures/waive.ts',
    sound: 'found.includes(undefined)',
    faulty: 'false',
    noticedBy: 'waivers.spec',
  },
  {
    module: 'suite/run/settings/target.ts',
    sound: "loopback.addSubnet('127.0.0.0', 8);",
    faulty: "loopback.addSubnet('0.0.0.0', 0);",
    noticedBy: 'target.spec',
  },
  {
    module: 'reporters/derived.ts',
    sound: 'escape_formulas: true',
    faulty: 'escape_formulas: false',
    noticedBy: 'derived-reports.spec',
  },
  {
    module: '.github/workflows/gate.yml',
    sound: 'folder: caller\n      - name: What the service needs',
    faulty: 'folder: suite\n      - name: What the service needs',
    noticedBy: 'gate-workflow.spec',
  },
  {
    module: 'sdk/wire/leave.ts',
    sound: 'const proxy = HTTPS_PROXY ?? https_proxy;',
    faulty: "const proxy = HTTPS_PROXY === https_proxy ? '' : '';",
    noticedBy: 'callers-proxy.spec',
  },
  {
    module: 'sdk/entrance/network.ts',
    sound: 'if (status === 0) return;',
    faulty: 'if (status !== -1) return;',
    noticedBy: 'ways.spec',
  },
  {
    module: 'suite/results/statement/verify.ts',
    sound: '...clientProblems(payload, folder),',
    faulty: '',
    noticedBy: 'statement-check.spec',
  },
  {
    module: 'cli/check/remarks.ts',
    sound: 'children.findLast(',
    faulty: 'children.find(',
    noticedBy: 'check.spec',
  },
  {
    module: 'cli/check/written.ts',
    sound: 'lengthAsWritten(text.slice(body.offset + 1), offset)',
    faulty: 'offset',
    noticedBy: 'check.spec',
  },
  {
    module: 'cli/check/remarks.ts',
    sound: 'outermost(path, sent)',
    faulty: 'path',
    noticedBy: 'check.spec',
  },
  {
    module: 'sdk/contract/unlisted.ts',
    sound: 'industry && inExamples[industry]',
    faulty: 'industry && {}',
    noticedBy: 'check-remarks.spec',
  },
  {
    module: 'cli/schemas.ts',
    sound: '&& place !== timestamp',
    faulty: '',
    noticedBy: 'schemas.spec',
  },
  {
    module: 'suite/fixtures/given.ts',
    sound: "append('failed teardowns', { state, why });",
    faulty: 'void why;',
    noticedBy: 'side-by-side.spec',
  },
  {
    module: 'reporters/html/page.ts',
    sound: 'failedTeardowns(document)',
    faulty: 'undefined',
    noticedBy: 'pages/page.spec',
  },
  {
    module: 'reporters/markdown.ts',
    sound: '...notEnded(document),',
    faulty: '',
    noticedBy: 'derived-reports.spec',
  },
  {
    module: 'suite/run/settings/setting-kinds.ts',
    sound: '/^[^/\\s]+:\\d+\\/?$/.test(written)',
    faulty: 'true',
    noticedBy: 'gateway.spec',
  },
  {
    module: 'sdk/wire/leave.ts',
    sound: 'const url = proxyUrl(proxy);',
    faulty: 'const url = new URL(proxy);',
    noticedBy: 'callers-proxy.spec',
  },
];
