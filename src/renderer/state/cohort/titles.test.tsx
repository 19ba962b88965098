import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import texts from '../../../shared/words/en/screens/state.json' with { type: 'json' }
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { useChoiceName } from './titles.ts'

const Name = ({ of }: { of: SampleChoice }) => <p>{useChoiceName(of)}</p>

it.each<[SampleChoice, string]>([
  [{ filter: {} }, 'all'],
  [{ text: 'HLS', filter: { group: null, tag: 'old' } }, '“HLS” · No group · old'],
  [{ filter: { states: ['succeeded'] } }, 'filtered'],
  [{ sampleIds: ['S1'] }, '1 sample'],
  [{ text: 'HLS', filter: {}, except: ['S1', 'S2'] }, '“HLS” · without 2 samples'],
])('a choice of samples is said in words of its own: %j', (of, name) => {
  renderInPage(<Name of={of} />, { state: texts })
  expect(screen.getByText(name)).toBeTruthy()
})
