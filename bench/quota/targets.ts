import type { Finding } from '../report.ts'
import type { Kind } from './limiters.ts'
import type { BatchFigure } from './runs.ts'

const steadyKinds: readonly Kind[] = ['bucket 100', 'sliding log', 'sliding, rejects count']
const steadyPercent: Record<number, number> = { 1000: 98, 5000: 99 }
const maxRefused: Partial<Record<Kind, number>> = { 'bucket, burst 10': 3, 'two-window counter': 5 }
const maxPointsBehindBest = 2
const interactiveMs = 1000
const maxStoreMs = 1

/** `figures`: client -> limiter -> figure; ours is called so. */
export function checkBatch(count: number, figures: Map<string, Map<Kind, BatchFigure>>): Finding[] {
  const findings: Finding[] = []
  for (const [kind, { percent, refused }] of figures.get('ours') ?? []) {
    const at = `N = ${count}, ${kind}`
    const minPercent = steadyPercent[count]
    if (steadyKinds.includes(kind) && minPercent !== undefined) {
      findings.push({
        target: `${at}: at least ${minPercent}%, 0 × 429`,
        measured: `${percent.toFixed(2)}%, ${refused} × 429`,
        met: percent >= minPercent && refused === 0,
      })
    }
    const max = maxRefused[kind]
    if (max !== undefined)
      findings.push({
        target: `${at}: at most ${max} × 429`,
        measured: `${refused} × 429`,
        met: refused <= max,
      })
    const best = Math.max(
      ...[...figures].filter(([name]) => name !== 'ours').map(([, of]) => of.get(kind)?.percent ?? 0),
    )
    findings.push({
      target: `${at}: at most ${maxPointsBehindBest} points below the best peer`,
      measured: `${percent.toFixed(1)}% beside ${best.toFixed(1)}%`,
      met: percent >= best - maxPointsBehindBest,
    })
  }
  return findings
}

export const checkInteractive = (name: string, kind: Kind, p95Ms: number): Finding => ({
  target: `${name}, ${kind}: a person's call within ${interactiveMs} ms at p95`,
  measured: `${p95Ms.toFixed(0)} ms`,
  met: p95Ms < interactiveMs,
})

export const checkJournal = ({ leaveMs, receiptMs }: { leaveMs: number; receiptMs: number }): Finding[] =>
  [
    { what: 'leaving', ms: leaveMs },
    { what: 'noting an answer', ms: receiptMs },
  ].map(({ what: label, ms }) => ({
    target: `the journal's book: ${label} in under ${maxStoreMs} ms`,
    measured: `${ms.toFixed(3)} ms`,
    met: ms < maxStoreMs,
  }))
