/** Every benchmark in the order of the page, with what makes it quick: to see that it runs, and no figure to keep. */
export const benchmarks: Record<string, { about: string; quick: string[] }> = {
  start: { about: 'first answer, first paint, memory, size', quick: ['--drugs=2000', '--rounds=3'] },
  interactions: {
    about: 'how soon the page answers to the commonest actions',
    quick: ['--samples=48,1000', '--rounds=1'],
  },
  search: { about: 'search among kept drugs, without a network', quick: ['--only=2000'] },
  match: { about: 'ranking kept drugs against a contrast', quick: ['--drugs=2000', '--rounds=3'] },
  import: { about: 'reading tables, and into the database', quick: ['0.02'] },
  export: { about: 'writing tables', quick: ['0.02'] },
  charts: { about: 'drawing many points and large heatmaps', quick: ['--rounds=1'] },
  quota: { about: 'the limit of the service, in virtual time', quick: [] },
  register: { about: 'search, filter and sort of the register of samples', quick: ['5000'] },
  ledger: { about: 'writing orders into the ledger', quick: ['5000'] },
  rebuild: { about: 'a start with a damaged journal', quick: ['5000'] },
  crash: { about: 'going on with a batch after its sender was killed', quick: ['1'] },
  polling: { about: 'following the states of samples, in virtual time', quick: [] },
}
