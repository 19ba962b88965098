import { useEffect, useRef } from 'react'

type Takes = { file(file: File): void; text(text: string): void }

/** Hears a paste anywhere on the page but in a field that takes text itself. */
export function usePasted(takes: Takes): void {
  const newest = useRef(takes)
  useEffect(() => {
    newest.current = takes
  })
  useEffect(() => {
    const hear = (event: ClipboardEvent) => {
      const { target, clipboardData } = event
      if (!clipboardData || (target instanceof Element && target.closest('input, textarea, select'))) return
      const text = clipboardData.getData('text/plain')
      const file = clipboardData.files[0]
      // A spreadsheet puts a picture of the cells beside their text.
      if (text.trim() !== '') newest.current.text(text)
      else if (file) newest.current.file(file)
      else return
      event.preventDefault()
    }
    window.addEventListener('paste', hear)
    return () => window.removeEventListener('paste', hear)
  }, [])
}
