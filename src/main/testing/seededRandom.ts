export { createSeededRandom } from '../results/statistics/seededRandom.ts'
