import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { parseView, toSearch, type View } from './view.ts'

/** What is asked follows each letter soon; the address does not have to. */
const addressAfterMs = 300

/** What the address of the register says with what is being typed, and the way to change it. */
export function useView() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const address = parseView(useSearch({ strict: false }))
  const [text, setText] = useState(address.text)
  const [written, setWritten] = useState(address.text)
  // A link or a step back brings a text of its own; what was written from here is known already.
  if (address.text !== written) {
    setWritten(address.text)
    setText(address.text)
  }
  const write = (view: View, replace: boolean) => {
    setWritten(view.text)
    // How the table is arranged stays as it is.
    const written = ({ layout }: Record<string, unknown>) => ({ layout, ...toSearch(view) })
    void navigate({ to: '/samples', search: written as never, replace })
  }
  const writeSoon = useDebouncedCallback((typed: string) => {
    // Typed a moment before leaving: the text comes too late to call anyone back.
    if (history.location.pathname === '/samples') write({ ...address, text: typed }, true)
  }, addressAfterMs)
  const view: View = { ...address, text }
  return {
    view,
    type: (typed: string) => {
      setText(typed)
      writeSoon(typed)
    },
    go: (change: Partial<View>) => {
      writeSoon.cancel()
      setText(change.text ?? text)
      write({ ...view, ...change }, false)
    },
  }
}
