import { drawn } from './drawn.ts';

/**
 * The body of an agreement with every field that the reference shows (2.5). The end of the flow's text decides the rest:
 * what a run puts there is drawn from its seed.
 */
export function agreement(flow: string) {
  const word = (name: string) => drawn(flow.slice(-12), name);
  return {
    return_uri: `https://${word('shop')}.example/wallet/return`,
    external_flow_id: flow,
    external_user: { id: `buyer-${word('id')}`, description: `Lucía Fernández, ${word('buyer')}` },
    agreement_data: {
      validation_amount: 1 + word('amount').charCodeAt(0),
      description: `Plan ${word('plan')}`,
    },
  };
}
