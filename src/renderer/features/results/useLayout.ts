import { type TableArranging, useTableLayout } from '../../state/useTableLayout.ts'
import { earlierNames, readEarlier } from './tableLayout.ts'

const earlier = { names: earlierNames, read: readEarlier }

/** How the table of results is arranged. */
export const useLayout = (): TableArranging => useTableLayout('results', { inUrl: true, legacy: earlier })
