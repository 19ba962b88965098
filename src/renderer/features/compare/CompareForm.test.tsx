import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import texts from '../../../shared/words/en/screens/study/compare.json' with { type: 'json' }
import { renderScreen } from '../testing/renderScreen.tsx'
import { HandGroups } from './CompareForm.tsx'
import type { NamedSet } from './view.ts'

it('leaves Enter to an input method that is composing a name', async () => {
  const names: (string | undefined)[] = []
  const sets: NamedSet[] = [{ name: 'old', of: { sampleIds: ['S1'] } }]
  const Screen = () => <HandGroups sets={sets} change={([first]) => names.push(first?.name)} />
  renderScreen(Screen, { at: '/study/all/compare', namespace: 'compare', words: texts })
  const field = await screen.findByRole('textbox')
  fireEvent.change(field, { target: { value: 'duizhao' } })
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  expect(names).toEqual([])
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(names).toEqual(['duizhao'])
})
