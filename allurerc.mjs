// The report of `npm run report`; reporters/allure.ts says where it goes and what its block of facts holds.
import { defineConfig } from 'allure';

const outcome = (word) => ({ labels: { outcome: new RegExp(`^${word}$`) } });

const charts = ['currentStatus', 'statusDynamics', 'statusTransitions', 'durationDynamics'].map((type) => ({
  type,
}));

export default defineConfig({
  name: 'Conformance',
  historyPath: process.env.ALLURE_HISTORY,
  historyLimit: 60,
  appendHistory: true,
  variables: JSON.parse(process.env.ALLURE_FACTS ?? '{}'),
  categories: [
    { name: 'Breach', matchers: [outcome('failed')], expand: true },
    { name: 'Warning', matchers: [outcome('warned')] },
    { name: 'Unstable', matchers: [outcome('unstable')] },
    { name: 'Waived', matchers: [outcome('waived')] },
    { name: 'Error of the suite', matchers: [outcome('suite error')] },
    { name: 'Target unreachable', matchers: [outcome('inconclusive')] },
    { name: 'Not exercised', matchers: [outcome('not exercised')] },
  ],
  plugins: {
    awesome: {
      options: {
        singleFile: true,
        groupBy: ['epic', 'feature'],
        reportName: 'Conformance',
        sections: ['charts'],
        charts,
      },
    },
  },
});
