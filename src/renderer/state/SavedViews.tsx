import type { TableLayout } from '../../shared/domain/appData.ts'
import { isSavable } from './cohort.ts'
import { useCohort } from './useCohort.ts'
import { ViewsButton } from './ViewsButton.tsx'

/** Views of the results under a name: samples, values, columns and order. */
export function SavedViews({ layout }: { layout?: TableLayout }) {
  const { selection } = useCohort()
  return <ViewsButton path="/results" isUnsavable={!isSavable(selection)} {...(layout && { layout })} />
}
