import type { Input } from '../../shared/contract/contract.ts'
import type { Sample } from '../../shared/domain/sample.ts'
import type { OpenedApp } from './command.ts'

const pageSize = 500

/** Which samples, and in which order. */
export type Asked = Pick<Input<'samples.list'>, 'text' | 'filter' | 'sort' | 'order'>

/** The whole register, or what is asked for of it; oldest first. */
export async function allSamples(call: OpenedApp['call'], asked: Asked = {}): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await call('samples.list', { ...asked, page, limit: pageSize })
    samples.push(...rows)
    if (rows.length === 0 || samples.length >= total) return samples
  }
}
