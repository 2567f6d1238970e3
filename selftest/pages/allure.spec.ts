import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allureFiles } from '../tools/allure-files.ts';
import { expect, long, ownFolder, runCommand, runSuite, slow, test } from '../tools/fixtures.ts';
import { orderWaiver, waivers } from '../tools/waivers-folder.ts';

const REPORTS_DIR = ownFolder('allure');

async function report(variables: Readonly<Record<string, string>>): Promise<void> {
  const MOCK_FAULT = 'order-no-number-code';
  await runSuite({ REPORTS_DIR, MOCK_FAULT, SEED: '7', ...variables }, '--project=instore-orders');
  const { code, stderr } = await runCommand('report', [], { REPORTS_DIR });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

function filesIn(folder: string): string[] {
  return allureFiles(REPORTS_DIR, folder);
}

function getTests(id: string) {
  const all = filesIn('data/test-results/').map((text) => JSON.parse(text));
  return all.filter(({ groupedLabels }) => groupedLabels.requirement?.includes(id));
}

test.beforeAll(async () => {
  await report({});
});

test('a failed test has its labels and exchanges without a secret, and the run has its facts', long, () => {
  const [found] = getTests('ORD-10');

  expect(found.groupedLabels).toMatchObject({
    epic: ['instore-orders'],
    feature: [expect.stringMatching(/^ORD-10 .+ invalid_collectorId/)],
    level: ['must'],
    section: ['7'],
    outcome: ['failed'],
  });
  expect(found.categories.map(({ name }: { name: string }) => name)).toEqual(['Breach']);
  expect(found.descriptionHtml).toContain('(must, reference 7)');
  expect(found.parameters).toContainEqual(expect.objectContaining({ name: 'SEED', value: '7' }));

  const failed = filesIn('data/test-results/').filter((text) => text.includes('"status":"failed"'));
  const texts = filesIn('data/attachments/');
  const curl = /\$ curl -i -X DELETE .*Bearer '"\$STATE_AN_OPEN_IN_STORE_ORDER__ACCESS_TOKEN"/;
  expect(failed).not.toEqual([]);
  expect(failed.filter((text) => !text.includes('"attachment"'))).toEqual([]);
  expect(texts.some((text) => curl.test(text))).toBe(true);
  expect(texts.filter((text) => /Bearer (?!'"\$\w|' |\[redacted])/.test(text))).toEqual([]);

  expect(JSON.parse(filesIn('widgets/variables.json')[0] ?? '')).toEqual({
    'Partial run': expect.stringContaining('--project=instore-orders'),
    Verdict: 'NON-CONFORMANT under MOCK_FAULT=order-no-number-code',
    Decision: expect.stringMatching(/^RED: NON-CONFORMANT under \S+: 1 of \d+ musts failed: ORD-10/),
    Target: 'embedded',
    'Base URL': expect.stringContaining('http://127.0.0.1:'),
    Suite: expect.stringMatching(/^payments-conformance \d+\.\d+\.\d+$/),
    Commit: expect.stringMatching(/^[0-9a-f]{40}(\+changes)?$/),
    Seed: '7',
    Depth: 'standard',
    'Reference version': expect.stringMatching(/^\d+ requirements, [0-9a-f]{12}$/),
  });
});

test('the report is one file that opens from disk and asks no host for anything', slow, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  await page.goto(`file://${path.join(REPORTS_DIR, 'allure.html')}`);
  await page.getByText('rejects a user_id of letters', { exact: true }).click(); // Allure opens the branches of failed tests
  await expect(page.getByText('expected invalid_collectorId, actual: invalid_collectorid').first()).toBeVisible();

  expect(asked.filter((url) => !/^(?:file|data|blob):/.test(url))).toEqual([]);
});

test('a waived breach shows as waived, in a report that remembers the night before, once', long, async () => {
  await runCommand('report', [], { REPORTS_DIR });
  const history = readFileSync(path.join(REPORTS_DIR, 'allure-history.jsonl'), 'utf8');
  expect(history.trim().split('\n')).toHaveLength(1); // a run counts once, however often its report is made
  await report(waivers(orderWaiver));

  const [found] = getTests('ORD-10');

  expect(found.status).toBe('skipped');
  expect(found.groupedLabels.outcome).toEqual(['waived']);
  expect(found.categories.map(({ name }: { name: string }) => name)).toEqual(['Waived']);
  expect(found.descriptionHtml).toContain(orderWaiver.reason);
  expect(found.history).toMatchObject([{ status: 'failed' }]);
});
