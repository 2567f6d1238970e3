import { accessToken, tokenChecks } from './http/bearer.ts';
import { label } from './http/errors.ts';
import type { JsonObject } from './http/json.ts';
import { has, isTyping } from './http/problems.ts';
import { bodyChecks, bodyField, type Call, type Check, inOrder, type Operation, rulesThatApply } from './operation.ts';
import type { Variation } from './variations.ts';
import { freshAgreementId } from './world/identifiers.ts';

/** The platform of the provider states, for variations that accept only a known one. */
export const platformId = 'dev_24c65fb163bf11ea96500242ac130004';

const required = {
  none: [],
  return_uri: ['return_uri'],
  'every field': ['return_uri', 'external_flow_id', 'external_user', 'agreement_data'],
};

/** `POST /v2/wallet_connect/agreements` (2.5, 7). */
export function walletAgreements(choices: Variation): Operation {
  const badRequest = { status: 400, code: label('Bad-Request', choices) };
  const token = (status: number) => (status === 400 ? badRequest : { status, code: 'unauthorized' });
  const tokens = tokenChecks(token(choices.agreementNoToken), token(choices.agreementBadToken));
  return {
    status: choices.agreementStatus,
    checks: inOrder(choices, tokens, [...bodyChecks(badRequest.code, choices), ...fieldChecks(choices, badRequest)]),
    perform: createAgreement,
  };
}

function fieldChecks(choices: Variation, badRequest: Pick<Check, 'status' | 'code'>): Check[] {
  return rulesThatApply(badRequest, [
    [choices.agreementClient !== 'accepted', 'a client.id that is no number', lacksClient],
    [choices.agreementClient === "the token's own", "another client's client.id", hasOtherClient],
    [choices.agreementPlatform !== 'optional', 'no x-platform-id', lacksPlatform],
    [true, 'a field left out', lacksAField],
    [choices.agreementTypes === 'checked', 'a field of the wrong type', has('agreement', isTyping)],
    [choices.agreementAmounts === 'from one', 'an amount below one', isBelowOne],
    [choices.agreementFlow !== 'any', 'a flow with signs', hasSignsInFlow],
    [choices.agreementUnknown === 'rejected', 'an unknown field', has('agreement', ({ isUnknown }) => isUnknown)],
  ]);
}

function lacksClient(call: Call): boolean {
  const sent = call.query['client.id'];
  return typeof sent !== 'string' || sent.trim() === '' || !Number.isFinite(Number(sent));
}

function hasOtherClient(call: Call): boolean {
  const own = accessToken(call)?.clientId ?? '';
  return /^\d+$/.test(own) && call.query['client.id'] !== own;
}

function lacksPlatform(call: Call): boolean {
  const sent = call.headers['x-platform-id'];
  if (call.choices.agreementPlatform === 'of 64 signs at most') return `${sent ?? ''}`.length > 64;
  return call.choices.agreementPlatform === 'known' ? sent !== platformId : sent === undefined;
}

function lacksAField(call: Call): boolean {
  return required[call.choices.agreementRequired].some((name) => bodyField(call, name) === undefined);
}

const hasSignsInFlow = (call: Call): boolean => /[\W_]/.test(`${bodyField(call, 'external_flow_id') ?? ''}`);
const isBelowOne = ({ body }: Call): boolean => /"validation_amount": *0/.test(body.text);

function createAgreement({ choices, body, world }: Call): JsonObject {
  const id = freshAgreementId(world, choices, body.text);
  return { agreement_id: id, agreement_uri: links[choices.agreementUri](id) };
}

const links = {
  path: (id: string) => `https://wallet.example/agreements/${id}`,
  query: (id: string) => `https://wallet.example/to?agreement=${id}&copy=1&back=https%3A%2F%2Fa.example%2F%3Fb%26c`,
  fragment: (id: string) => `https://wallet.example/#/agreements/${id}`,
  app: (id: string) => `org.example.wallet+pay:agreement?id=${id}`,
  IPv6: (id: string) => `http://[2001:db8::1]:8080/agreements/${id}`,
  capitals: (id: string) => `HTTPS://WALLET.EXAMPLE/${id}`,
};
