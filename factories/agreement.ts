/** The body of an agreement with every field that the reference shows (2.5). */
export function agreement(flow: string) {
  return {
    return_uri: 'https://shop.example/wallet/return',
    external_flow_id: flow,
    external_user: { id: 'buyer-4021', description: 'Lucía Fernández, buyer 4021' },
    agreement_data: { validation_amount: 3, description: 'Monthly plan' },
  };
}
