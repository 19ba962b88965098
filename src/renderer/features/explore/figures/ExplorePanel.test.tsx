import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { countedCovariate } from '../../../../shared/domain/results/testing/countedCovariate.ts'
import type { FigureDefinition } from '../../../../shared/domain/studies/board.ts'
import texts from '../../../../shared/words/en/screens/study/explore.json' with { type: 'json' }
import type { PanelState } from '../../../charts/board/PanelFigure.tsx'
import { AddToBoardContext } from '../../../charts/board/PanelFigure.tsx'
import { answer, inputsOf, resetHost } from '../../../client/testing/fakeHost.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { GroupsScreen } from '../GroupsScreen.tsx'
import { madeValues } from '../testing/cohortFixtures.ts'
import { ExplorePanel } from './ExplorePanel.tsx'

vi.mock('../../../client/host.ts', () => import('../../../client/testing/fakeHost.ts'))

// jsdom has no canvas, so only the drawing itself is replaced.
vi.mock('react-chartjs-2', () => ({ Chart: () => <canvas /> }))

beforeEach(() => {
  resetHost()
  answer({
    'app.status': () => ({ profile: null }),
    'samples.facets': () => ({ total: 3, withoutResult: 0 }),
    'results.values': () => madeValues(['mTOR'], { a1: [1], a2: [3], b1: [5] }),
    'results.covariates': () => [countedCovariate('group', { a: 2, b: 1 })],
    'results.covariateValues': ({ names }: { names: string[] }) => ({
      names,
      values: names.map(() => ['a', 'a', 'b']),
    }),
  })
})

const definition: FigureDefinition = {
  figure: 'groups',
  of: { filter: {} },
  measure: 'activity',
  view: { kind: 'z' },
  search: { pathway: 'mTOR', by: 'group' },
}

async function reportOf(definition: FigureDefinition): Promise<PanelState | undefined> {
  const reports: PanelState[] = []
  const report = (_: string, value: PanelState) => void reports.push(value)
  renderScreen(() => <ExplorePanel panelId="a" definition={definition} report={report} />, {
    at: '/study/all/explore/heatmap',
    namespace: 'explore',
    words: texts,
  })
  await waitFor(() => expect(reports.at(-1)?.state).toMatch(/drawn|failed/))
  return reports.at(-1)
}

it('is added to a board as it is shown, with the defaults that the screen chose', async () => {
  const given: FigureDefinition[] = []
  renderScreen(
    () => (
      <AddToBoardContext value={(one) => void given.push(one)}>
        <GroupsScreen />
      </AddToBoardContext>
    ),
    { at: '/study/all/explore/groups?measure=activity&values=z', namespace: 'explore', words: texts },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Copy or save the chart' }))
  const item = await screen.findByRole<HTMLButtonElement>('menuitem', { name: 'Add to board…' })
  // The item is enabled once the chart is drawn.
  await waitFor(() => expect(item.disabled).toBe(false))
  await userEvent.click(item)
  expect(given).toEqual([definition])
})

it('is drawn from its definition with the same data as its view', async () => {
  expect(await reportOf(definition)).toMatchObject({
    state: 'drawn',
    content: { kind: 'boxes', props: { groups: [{ name: 'a' }, { name: 'b' }], definition } },
  })
  expect(inputsOf('results.values')).toContainEqual({
    measure: 'activity',
    of: { filter: {} },
    view: { kind: 'z' },
    pathways: ['mTOR'],
  })
})

it('names the field that the study no longer has', async () => {
  answer({ 'results.covariates': () => [] })
  expect(await reportOf(definition)).toEqual({ state: 'failed', why: 'The samples have no field “group”.' })
})
