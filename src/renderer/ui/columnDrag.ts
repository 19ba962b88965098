import { type DragEvent, useState } from 'react'

/** What a dragged column is known by: files and texts from elsewhere are none. */
const dragType = 'application/x-pathclock-column'

/** For what a column is dragged by. */
export const dragProps = (id: string) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData(dragType, id)
    dataTransfer.effectAllowed = 'move'
  },
})

/** For the place that takes a column which is let go over it; keys and buttons do the same. */
export function useDrop(onDropped: ((id: string) => void) | undefined) {
  const [over, setOver] = useState(false)
  if (!onDropped) return {}
  const isColumn = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(dragType)
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!isColumn(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!isColumn(event)) return
      event.preventDefault()
      onDropped(event.dataTransfer.getData(dragType))
    },
  }
}
