import { type Endpoint, operations } from '../../../suite/core/operations.ts';
import { broken, inScenario, type Judge, passed, requestsOf, unsent } from './judgement.ts';

/**
 * The ids of a path arrive as the caller gave them, or nothing is sent: a request to any other path went there with the
 * caller's token. A refusal shows nothing of a client that sends no plain id either.
 */
export function idsArrive(endpoint: Endpoint): Judge {
  return inScenario((played, { input }) => {
    const walked = played.exchanges.find(
      ({ record }) => record.endpoint !== endpoint && record.endpoint !== 'oauth-token',
    );
    if (walked) return broken(`the id leads to ${walked.record.method} ${walked.record.target}`, walked);
    for (const exchange of requestsOf(played, endpoint)) {
      const reason = faultOf(endpoint, exchange.record.target, exchange.parameters, input.parameters ?? {});
      if (reason !== undefined) return broken(reason, exchange);
    }
    const sent = requestsOf(played, endpoint).length > 0;
    const isRefused = played.said?.outcome === 'error';
    const sendsPlain = played.control !== undefined && requestsOf(played.control, endpoint).length > 0;
    return sent || (isRefused && sendsPlain) ? passed : unsent(played);
  });
}

/** A request to the operation with other ids, or with a rest of an id in its query or fragment, walked as well. */
function faultOf(
  endpoint: Endpoint,
  target: string,
  arrived: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
): string | undefined {
  const other = Object.keys(given).find((name) => arrived[name] !== given[name]);
  if (other !== undefined)
    return `the ${other} ${JSON.stringify(given[other])} arrives as ${JSON.stringify(arrived[other])}`;
  const step = Object.values(arrived).find((id) => id === '.' || id === '..');
  if (step !== undefined)
    return `the path has the step ${step}, which whoever reads a URL takes (RFC 3986, 5.2.4)`;
  if (/[^!-~]/.test(target)) return 'the path has characters that have to be percent-encoded';
  return /[?#]/.test(target) ? `something follows the path of ${operations[endpoint].path}` : undefined;
}
