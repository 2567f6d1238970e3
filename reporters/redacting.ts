import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import { restoreExpected, restoreFrom } from '#assertions/playwright';
import { firstLine } from '#http/failure';
import { cleanStack, loadSharedSecrets, sanitize } from '#redaction/redact';
import { SUITE_ERROR } from '#run/skip';

type Attachments = TestResult['attachments'];

/** Redacts what all other reporters read, and restores the failures that the worker expected. */
export default class RedactingReporter implements Reporter {
  readonly #clean = new WeakSet<Attachments[number]>();

  onBegin(config: FullConfig, root: Suite): void {
    restoreFrom(fileURLToPath(import.meta.url), config, root);
  }

  onStepBegin(_test: TestCase, _result: TestResult, step: TestStep): void {
    if (step.category === 'hook') return; // each test has some, whose titles are Playwright's own
    loadSharedSecrets();
    step.title = sanitize(step.title);
  }

  onStepEnd(_test: TestCase, _result: TestResult, step: TestStep): void {
    const { error, annotations, attachments } = step;
    if (error ?? annotations[0] ?? attachments[0]) loadSharedSecrets();
    if (error) cleanError(error);
    annotations.forEach(redactAnnotation);
    this.#cleanAttachments(attachments);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    restoreExpected(test);
    loadSharedSecrets();
    try {
      cleanResult(result);
      this.#cleanAttachments(result.attachments);
    } catch (error) {
      emptyResult(result, firstLine(error));
    }
  }

  #cleanAttachments(attachments: Attachments): void {
    for (const attachment of attachments) if (!this.#clean.has(attachment)) cleanAttachment(attachment);
    for (const attachment of attachments) this.#clean.add(attachment);
  }

  onError(error: TestError): void {
    loadSharedSecrets();
    cleanError(error);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function cleanResult(result: TestResult): void {
  for (const error of result.errors) cleanError(error);
  result.steps.forEach(cleanStep);
  result.annotations.forEach(redactAnnotation);
  result.stdout = result.stdout.map((chunk) => sanitize(chunk.toString()));
  result.stderr = result.stderr.map((chunk) => sanitize(chunk.toString()));
}

/** Empties a result that cannot be redacted, and records an error of the suite, so that the run is not green. */
function emptyResult(result: TestResult, why: string): void {
  for (const texts of [result.errors, result.steps, result.stdout, result.stderr, result.attachments]) texts.length = 0;
  result.annotations.length = 0;
  result.annotations.push({
    type: SUITE_ERROR,
    description: `its report could not be redacted and was dropped: ${why}`,
  });
}

/** Redacts once more at the end of the test, with the secrets that became known since the step ended. */
function cleanStep(step: TestStep): void {
  step.title = sanitize(step.title);
  if (step.error) cleanError(step.error);
  step.annotations.forEach(redactAnnotation);
  step.steps.forEach(cleanStep);
}

function cleanError(error: TestError): void {
  if (error.stack) error.stack = cleanStack(error.stack, error.message, sanitize);
  for (const name of ['message', 'value', 'snippet'] as const) if (error[name]) error[name] = sanitize(error[name]);
  if (error.cause) cleanError(error.cause);
}

function cleanAttachment(attachment: Attachments[number]): void {
  attachment.name = sanitize(attachment.name);
  if (attachment.body) attachment.body = Buffer.from(sanitize(attachment.body.toString()));
  if (attachment.path) writeFileSync(attachment.path, sanitize(readFileSync(attachment.path, 'utf8')));
}

/** Cleans what a running test records of a response; all other annotations are our own words. */
const cleaners: Readonly<Record<string, (text: string) => string>> = {
  skip: behindOutcome,
  unproven: behindOutcome,
  warning: sanitize,
  'suite error': sanitize,
  noticed: sanitize,
  cases: sanitize,
  answer: inJson,
};

/** Cleans the parts of an annotation that came from outside; ids, outcomes and field names stay as they are. */
function redactAnnotation(annotation: TestStep['annotations'][number]): void {
  const clean = cleaners[annotation.type];
  if (clean && annotation.description) annotation.description = clean(annotation.description);
}

/** Cleans the reason after `not exercised: ` or `inconclusive: `: it may hold text of a target. */
function behindOutcome(text: string): string {
  const [, outcome = '', reason = ''] = /^((?:not exercised|inconclusive|waived): )?(.*)$/s.exec(text) ?? [];
  return outcome + sanitize(reason);
}

/** Cleans each text by itself, so that a secret that is cut short removes none of the others. */
function inJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, (_name, value) => (typeof value === 'string' ? sanitize(value) : value)));
  } catch {
    return sanitize(text);
  }
}
