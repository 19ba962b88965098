/**
 * Measures linear models of 10,000 samples × 100 pathways with six covariates: ours against limma in the same run, both
 * without reading data. Needs R with limma. `--samples=N`, `--rounds=N`. Exits 1 if the target is missed or the results
 * differ.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultContrasts } from '../src/main/results/statistics/models/contrasts.ts'
import type { Model } from '../src/main/results/statistics/models/design.ts'
import { designOf, fitModel } from '../src/main/results/statistics/models/fitModel.ts'
import { createNormal } from '../src/main/results/statistics/testing/simulateStudy.ts'
import { atMost, head, median, print, reportTargets, row } from './report.ts'

const { values: args } = parseArgs({
  options: { samples: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '7' } },
})
const [samples, rounds, pathways, covariates] = [Number(args.samples), Number(args.rounds), 100, 6]
const maxRatioToLimma = 2

const normal = createNormal(8)
const isTreated = Array.from({ length: samples }, (_, at) => at % 2 === 1)
const numbers = Array.from({ length: covariates }, () => isTreated.map(normal))
const responses = Array.from({ length: pathways }, () => Float64Array.from(isTreated, normal))
const model: Model = {
  terms: [
    {
      name: 'group',
      kind: 'factor',
      levels: ['control', 'treated'],
      values: isTreated.map((treated) => (treated ? 'treated' : 'control')),
    },
    ...numbers.map((values, at) => ({ name: `x${at + 1}`, kind: 'number' as const, values })),
  ],
  interaction: null,
}

const ourMs: number[] = []
let ours: number[] = []
for (let round = 0; round <= rounds; round += 1) {
  const before = process.cpuUsage()
  const { design } = designOf(model, samples, null)
  const { tests } = fitModel(design, responses, defaultContrasts(model), {
    block: null,
    moderation: 'constant',
    leastEffect: 0,
  })
  const { user, system } = process.cpuUsage(before)
  // The first round compiles the code.
  if (round > 0) ourMs.push((user + system) / 1000)
  ours = (tests[0] ?? []).map((test) => test?.p ?? Number.NaN)
}

const folder = mkdtempSync(join(tmpdir(), 'pathclock-models-'))
const file = join(folder, 'data.bin')
writeFileSync(file, new Float64Array([...numbers.flat(), ...responses.flatMap((one) => [...one])]))
const program = `
suppressMessages(library(limma))
data <- readBin('${file}', 'double', ${samples * (covariates + pathways)})
x <- as.data.frame(matrix(data[seq_len(${samples * covariates})], ${samples}))
y <- t(matrix(data[-seq_len(${samples * covariates})], ${samples}))
x$group <- factor(rep_len(c('control', 'treated'), ${samples}))
for (round in 0:${rounds}) {
  time <- system.time(e <- eBayes(lmFit(y, model.matrix(~ group + V1 + V2 + V3 + V4 + V5 + V6, x))))
  if (round > 0) cat('ms', 1000 * (time[['user.self']] + time[['sys.self']]), '\\n')
}
cat('p', format(e$p.value[, 2], digits = 15), '\\n')`
const output = execFileSync('Rscript', ['-e', program], { encoding: 'utf8', maxBuffer: 2 ** 24 })
rmSync(folder, { recursive: true })
const lines = output.split('\n').map((line) => line.trim().split(/\s+/))
const limmaMs = lines.filter(([key]) => key === 'ms').map(([, ms]) => Number(ms))
const theirs = (lines.find(([key]) => key === 'p') ?? []).slice(1).map(Number)
const worst = theirs.reduce(
  (most, p, at) => Math.max(most, Math.abs((ours[at] ?? Number.NaN) - p) / p),
  theirs.length === pathways ? 0 : Number.NaN,
)

print(
  `# Linear models of ${samples} samples × ${pathways} pathways with ${covariates} covariates (median CPU ms)\n`,
)
head(['', 'ours', 'limma', 'ours / limma'])
const [own, limma] = [median(ourMs), median(limmaMs)]
row(['group', own.toFixed(0), limma.toFixed(0), `${(own / limma).toFixed(2)} ×`])
reportTargets([
  { target: 'p as by limma, to 1e-6', measured: worst.toExponential(1), met: worst < 1e-6 },
  atMost('ours beside limma', own / limma, maxRatioToLimma),
])
