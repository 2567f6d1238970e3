import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import { restoreExpected, restoreFrom } from '#assertions/playwright';
import { firstLine } from '#http/failure';
import { redactAnnotation } from '#redaction/annotations';
import { loadSharedSecrets, sanitize } from '#redaction/redact';
import { SUITE_ERROR } from '#run/skip';

type Attachments = TestResult['attachments'];

/**
 * Runs before all other reporters and redacts in place what they read, so that no secret reaches one. Restores the
 * failures that the worker expected.
 */
export default class RedactingReporter implements Reporter {
  onBegin(config: FullConfig, root: Suite): void {
    restoreFrom(fileURLToPath(import.meta.url), config, root);
  }

  onStepBegin(_test: TestCase, _result: TestResult, step: TestStep): void {
    loadSharedSecrets();
    step.title = sanitize(step.title);
    delete step.params; // what a matcher was called with: whole answers, with their tokens
  }

  onStepEnd(_test: TestCase, _result: TestResult, step: TestStep): void {
    loadSharedSecrets();
    cleanStep(step);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    restoreExpected(test);
    loadSharedSecrets();
    try {
      cleanResult(result);
    } catch (error) {
      emptyResult(result, firstLine(error));
    }
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
  result.errors.forEach(cleanError);
  result.steps.forEach(cleanSteps);
  result.annotations.forEach(redactAnnotation);
  result.stdout = result.stdout.map(cleanChunk);
  result.stderr = result.stderr.map(cleanChunk);
  result.attachments.forEach(cleanAttachment);
}

/** Returns what cannot be made safe is not shown, and the run is not green. */
function emptyResult(result: TestResult, why: string): void {
  for (const texts of [result.errors, result.steps, result.stdout, result.stderr, result.attachments]) texts.length = 0;
  result.annotations.length = 0;
  result.annotations.push({
    type: SUITE_ERROR,
    description: `its report could not be redacted and is left out: ${why}`,
  });
}

/** Once more at the end of the test, with the secrets that became known since the step ended. */
function cleanSteps(step: TestStep): void {
  cleanStep(step);
  step.steps.forEach(cleanSteps);
}

function cleanStep(step: TestStep): void {
  step.title = sanitize(step.title);
  if (step.error) cleanError(step.error);
  step.annotations.forEach(redactAnnotation);
  step.attachments.forEach(cleanAttachment);
}

function cleanError(error: TestError): void {
  if (error.message) error.message = sanitize(error.message);
  if (error.stack) error.stack = sanitize(error.stack);
  if (error.value) error.value = sanitize(error.value);
  if (error.snippet) error.snippet = sanitize(error.snippet);
  if (error.cause) cleanError(error.cause);
}

function cleanChunk(chunk: string | Buffer): string {
  return sanitize(chunk.toString());
}

/** Every attachment of this suite is text. */
function cleanAttachment(attachment: Attachments[number]): void {
  attachment.name = sanitize(attachment.name);
  if (attachment.body) attachment.body = Buffer.from(sanitize(attachment.body.toString()));
  if (attachment.path) writeFileSync(attachment.path, sanitize(readFileSync(attachment.path, 'utf8')));
}
