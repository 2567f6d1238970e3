import { drawn } from './drawn.ts';

/**
 * Returns an agreement with every field that the reference shows (2.5). The run's seed draws the flow's last
 * characters, which decide the other values.
 */
export function agreement(flow: string) {
  const word = (name: string) => drawn(flow.slice(-12), name);
  return {
    return_uri: `https://${word('shop')}.example/wallet/return`,
    external_flow_id: flow,
    external_user: { id: `buyer-${word('id')}`, description: `Lucía Fernández, ${word('buyer')}` },
    agreement_data: { validation_amount: 1 + word('amount').charCodeAt(0), description: `Plan ${word('plan')}` },
  };
}

/** Rarely used values that the field types of an agreement allow (2.5). */
const rare = [
  {
    url: 'https://shop.example/?state=ok&step=2#paid',
    flow: '/a:b',
    id: '1234567890',
    words: "O'Higgins & Cía. 𠮷",
    amount: 1,
  },
  { url: 'https://shop.example:8443/wallet', flow: ", d'été", id: 'ñandú-1', words: 'Y', amount: 0.01 },
  { url: 'https://shop.example', flow: ' 𠮷', id: 'A', words: 'Jose\u0301, 10 %', amount: 1_500_000 },
  {
    url: 'http://shop.example/a-b_c~d/',
    flow: '?x=1&y=2',
    id: 'user+1@shop.example',
    words: '"Plan" <b>',
    amount: 99.9,
  },
];

/** Returns agreements of one flow with a rare value in each field. */
export function rareAgreements(flow: string) {
  return rare.map(({ url, flow: end, id, words, amount }) => ({
    name: `${url}, ${amount}`,
    body: {
      return_uri: url,
      external_flow_id: `${flow}${end}`,
      external_user: { id, description: words },
      agreement_data: { validation_amount: amount, description: words },
    },
  }));
}
