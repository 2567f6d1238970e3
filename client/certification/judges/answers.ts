import { listedErrors, toPlainText } from '#api/errors';
import { getField, getText, isSuccess } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { isObject } from '#api/values/json';
import { getValue, isSame, listLeaves, toPlace } from '../../contract/check.ts';
import { findUnsafeRetries, PATIENCE } from '../../result/findings.ts';
import { getHeaderValues } from '../../wire/traffic.ts';
import type { Judge, Judgement, Played, PlayedExchange } from '../played.ts';
import { answer, failed, judgeScenario, listRequests, notExercised, notSent, PASSED } from '../played.ts';
import responseFields from '../response-fields.json' with { type: 'json' };

const SILENT = 'the client crashed or hung: the driver did not respond';

/** Judges the report about the last request of a scenario's operation, if that succeeded. */
function judgeSuccess(judge: (met: PlayedExchange, report: Played['report'], operation: Endpoint) => Judgement): Judge {
  return judgeScenario((played, { operation }) => {
    const met = listRequests(played, operation).at(-1);
    if (!met) return notSent(played);
    const { status } = met.record;
    return isSuccess(status) ? judge(met, played.report, operation) : notExercised(`the request returned ${status}`);
  });
}

type FieldLists = Readonly<Partial<Record<Endpoint, Readonly<Record<'needed' | 'others', readonly string[]>>>>>;
const fieldLists: FieldLists = responseFields;

/** Checks that the needed fields of the response reach the caller, and the others unchanged if they do. */
function returnsFields(which: 'needed' | 'others'): Judge {
  return judgeSuccess((met, report, operation) => {
    if (report?.outcome !== 'done') return failed(`the caller gets "${report?.outcome ?? 'nothing'}"`, met);
    const isLost = (name: string) => {
      const received = getField(report.result, name) ?? undefined;
      const value = getField(met.response, name);
      // A text, because clients may read an id as one, with more digits than a number has, and scopes as a list.
      const text = [received].flat().join(' ');
      const isCut = text !== String(value) && String(value).startsWith(text); // a date without its time or offset (2.3)
      const isRight = isSame(text, String(value)) || (typeof value === 'number' && Number(text || 'none') === value);
      const isText = typeof value === 'boolean' && received !== value; // "false" is true for many languages
      return (!isRight || isCut || isText) && (which === 'needed' || received !== undefined);
    };
    const lost = (fieldLists[operation]?.[which] ?? []).filter(isLost);
    const faults = lost.map((name) => ({ place: `/${name}`, text: 'of the response does not reach the caller' }));
    return lost.length === 0 ? PASSED : failed(faults, met);
  });
}

/** Checks that no request is sent again against a rule about that, and that the caller gets a report. */
function sendsAgain(rule: 'creation-twice' | 'retry-after'): Judge {
  return (played, operation) => {
    const requests = rule === 'retry-after' ? played.exchanges : listRequests(played, operation);
    // Where a scenario asks for one creation, another body is no other intention.
    const isOne = rule === 'creation-twice' && played.scenario && (played.scenario.input.times ?? 1) === 1;
    const records = requests.map(({ record }) => (isOne ? { ...record, intention: `${record.endpoint}` } : record));
    const found = findUnsafeRetries(records, false).find((one) => one.rule === rule);
    if (found) return failed(`the request ${found.text}`, requests[1]);
    const isAsked = ({ record: { step, status } }: PlayedExchange) => played.scenario || step || status === 429;
    return requireReport(played, requests.filter(isAsked));
  };
}

function requireReport(played: Played, [met]: readonly PlayedExchange[]): Judgement {
  if (!met) return notSent(played);
  return played.report || !played.scenario ? PASSED : failed(SILENT, met);
}

/** Holds headers that the reference lists, and those that belong to HTTP itself. */
const listedHeaders =
  /^(?:host|connection|content-type|content-length|transfer-encoding|authorization|x-test-scope|x-platform-id|accept|user-agent|accept-encoding|te|expect|keep-alive|proxy-.*)$/;

/** Returns a judge of a question that is decided by the requests of an operation, or by all requests. */
function askRequests(ask: (all: readonly [PlayedExchange, ...PlayedExchange[]], played: Played) => unknown): Judge {
  return (played, operation) => {
    const [first, ...others] = operation === 'client' ? played.exchanges : listRequests(played, operation);
    return first ? answer(ask([first, ...others], played)) : notSent(played);
  };
}

function askHeader(name: string): Judge {
  return askRequests(([first]) => getHeaderValues(first, name)[0] ?? 'none');
}

export const answerJudges = {
  /** Checks that an error reaches the caller: one in the default form is like no other documented error. */
  reportsError: judgeScenario((played, { operation, round: { error, variation } }) => {
    const isError = ({ record: { status } }: PlayedExchange) => (error ? status === error.status : status >= 400);
    const met = listRequests(played, operation).find(isError);
    if (!met) return notSent(played);
    const { report } = played;
    if (!report) return failed(SILENT, met);
    if (report.outcome !== 'error') return failed(`the caller gets "${report.outcome}"`, met);
    const { status } = met.record;
    if ((report.status ?? status) !== status) return failed(`the caller gets ${report.status} for ${status}`, met);
    const text = report.error ?? '';
    const hasStatus = report.status !== undefined || new RegExp(`\\b${status}\\b`).test(text);
    const hasCode = error !== undefined && toPlainText(text).includes(toPlainText(error.code));
    if (!hasStatus && !hasCode) return failed('the error for the caller has neither the status nor the code', met);
    const rows = variation === 0 ? listedErrors.filter(({ endpoint }) => endpoint === operation) : [];
    const alike = rows.filter((one) => (!hasStatus || one.status === status) && (!hasCode || one.code === error.code));
    return alike.length < 2 ? PASSED : failed('the error for the caller is like another documented error', met);
  }),
  acceptsSuccess: judgeSuccess((met, report) => {
    if (!report) return failed(SILENT, met);
    return report.outcome === 'done' ? PASSED : failed(`the caller gets an error: ${report.error ?? ''}`, met);
  }),
  /** Checks that a client gives up, and that "done" follows a whole success; one without its body is enough if none is needed. */
  survives: judgeScenario((played, { operation }) => {
    const sent = listRequests(played, operation);
    const judged = sent.length > 0 ? sent : listRequests(played, 'oauth-token'); // without a token nothing follows
    if (judged.length > PATIENCE) return failed(`the request is sent ${judged.length} times`, judged[0]);
    const { status = 0, step } = judged.at(-1)?.record ?? {};
    const needsBody = (fieldLists[operation]?.needed ?? []).length > 0;
    const isCut = played.isEarly || step?.delivery === 'reset' || (step?.delivery === 'half' && needsBody);
    if (played.report?.outcome === 'done' && judged.length > 0 && (isCut || !isSuccess(status)))
      return failed(`the caller gets "done" after ${step?.text ?? status}`, judged.at(-1));
    return requireReport(played, judged);
  }),
  /** Records the number of requests after failures, and the report to the caller. */
  tries: judgeScenario((played, { operation }) =>
    askRequests(({ length }, { report }) => ({ sent: length, told: report?.outcome ?? 'nothing' }))(played, operation),
  ),
  sentFields: askRequests(([{ json }]) => {
    const needed = ['grant_type', 'client_id', 'client_secret', 'code', 'refresh_token'];
    const names = Object.keys(isObject(json) ? json : {});
    return names.filter((name) => !needed.includes(name)).sort();
  }),
  /** Records whether an id is sent or rejected; sending a changed id violates another requirement. */
  rejectedIds: judgeScenario((played) => {
    if (played.exchanges.length > 0) return answer('sent');
    return played.report?.outcome === 'error' ? answer('refused') : notSent(played);
  }),
  /** Records whether a request is sent again after 500, and with which key. */
  againWithKey: askRequests(([first, ...more]) => ({
    again: more.length > 0,
    key: getHeaderValues(first, 'x-idempotency-key').length > 0,
  })),
  tokenReuse: (played) => {
    const tokens = listRequests(played, 'oauth-token').length;
    const others = played.exchanges.length - tokens;
    if (others < 2) return notSent(played);
    return answer(tokens < others ? 'a token for many requests' : 'a token for each request');
  },
  knowsGrant: judgeScenario((played) => {
    const sent = listRequests(played, 'oauth-token').map(({ json }) => getText(json, 'grant_type'));
    if (sent.length > 0) return answer(sent[0]);
    return played.report?.outcome === 'unsupported' ? answer('no') : notSent(played);
  }),
  patience: judgeScenario((played, { operation }) => {
    const waits = (sent: number) => played.report?.outcome === 'done' && sent === 1 && !played.isEarly;
    return askRequests(({ length }) => (waits(length) ? 'it waits' : 'it gives up, or sends again'))(played, operation);
  }),
  furtherHeaders: askRequests((all) => {
    const names = all.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase()));
    return [...new Set(names)].filter((name) => !listedHeaders.test(name)).sort();
  }),
  protocol: askRequests(([{ record }]) => record.protocol),
  neededFields: returnsFields('needed'),
  otherFields: returnsFields('others'),
  createsOnce: sendsAgain('creation-twice'),
  waits: sendsAgain('retry-after'),
  sendsAuthorization: askRequests(([one]) => getHeaderValues(one, 'authorization').length > 0),
  sendsRedirect: askRequests(([{ json }]) => Reflect.has(Object(json), 'redirect_uri')),
  testScopeHeader: askHeader('x-test-scope'),
  userAgent: askHeader('user-agent'),
  acceptEncoding: askHeader('accept-encoding'),
  addedFields: judgeScenario((played, { input, operation }) =>
    askRequests(([{ json }]) => {
      const added = listLeaves(json).filter(([place]) => getValue(input.body, place) === undefined);
      return [...new Set(added.map(([place]) => toPlace(place)))].sort();
    })(played, operation),
  ),
  unlistedFields: askRequests((all) => {
    const findings = all.flatMap(({ record }) => record.findings).filter(({ rule }) => rule === 'unknown-member');
    return [...new Set(findings.map(({ place }) => place))].sort();
  }),
} satisfies Readonly<Record<string, Judge>>;
