import { expect, test } from '@playwright/test';
import { createBaselines } from '#assertions/control/baseline';
import { redact } from '#redaction/redact';
import { appendToChannel } from '#run/channels';

const baseUrl = 'http://another-worker.invalid';

test('what another worker was given is known before an exchange of that worker is shown', async () => {
  const code = `x7 "Kq2" ${process.pid}-v9Zt41`; // neither its looks nor its place in JSON tell that it is a secret
  const body = JSON.stringify({ code });
  const request = { endpoint: 'oauth-token', method: 'POST', url: baseUrl, headers: {}, body } as const;
  appendToChannel('secrets', { value: code, isSearched: true }); // as another process does: this one has not met it
  appendToChannel('baselines', {
    ...{ control: 'oauth-token', endpoint: 'oauth-token', baseUrl, request },
    ...{ status: 200, headers: {}, text: '{}', json: {}, milliseconds: 1 },
  });
  expect(redact(body)).toContain('Kq2');

  const unasked = () => Promise.reject(new Error('what is known is not sent again'));
  const checks = () => ({ control: unasked, negativeControl: unasked });
  const { baselineWith } = createBaselines(baseUrl, unasked, checks);
  const { exchange } = await baselineWith('oauth-token');

  expect(redact(exchange.request.body ?? '')).not.toContain('Kq2');
});
