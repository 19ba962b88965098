import { fireEvent, screen } from '@testing-library/react'
import { type FunctionComponent, useState } from 'react'
import texts from '../../../../shared/words/en/screens/study/explore.json' with { type: 'json' }
import { renderScreen } from '../../testing/renderScreen.tsx'

/** Renders a screen that a click removes and restores, and returns that click. */
export function openWithSwitch(Screen: FunctionComponent, at: string) {
  const Page = () => {
    const [isShown, setIsShown] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setIsShown(!isShown)}>
          Switch
        </button>
        {isShown && <Screen />}
      </>
    )
  }
  renderScreen(Page, { at, namespace: 'explore', words: texts })
  return () => fireEvent.click(screen.getByRole('button', { name: 'Switch' }))
}
