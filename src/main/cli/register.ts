import type { Sample } from '../../shared/domain/sample.ts'
import type { OpenedApp } from './command.ts'

const pageSize = 500

/** The whole register, oldest first. */
export async function allSamples(call: OpenedApp['call']): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await call('samples.list', { page, limit: pageSize })
    samples.push(...rows)
    if (rows.length === 0 || samples.length >= total) return samples
  }
}
