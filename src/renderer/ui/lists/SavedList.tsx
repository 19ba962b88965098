import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { NameForm } from '../forms/NameForm.tsx'
import classes from './SavedList.module.css'

type Props<Saved> = {
  /** Left out: not known yet. Names are unique. */
  saved: readonly Saved[] | undefined
  /** What is said of one when it is pointed at. */
  titleOf(saved: Saved): string
  /** Nothing is saved, renamed or removed here. */
  readOnly?: boolean
  /** Says why what is in front cannot be saved; null where it can. */
  disabledReason: string | null
  words: {
    name: string
    save: string
    none: string
    rename(name: string): string
    remove(name: string): string
  }
  save(name: string): void
  open(saved: Saved): void
  rename(saved: Saved, name: string): void
  remove(saved: Saved): void
  /** What went wrong with it. */
  children: ReactNode
}

/** What is saved under a name: saves what is in front, opens, renames and removes what is saved. */
export function SavedList<Saved extends { name: string }>(props: Props<Saved>) {
  const {
    saved,
    titleOf,
    readOnly = false,
    disabledReason,
    words,
    save,
    open,
    rename,
    remove,
    children,
  } = props
  return (
    <>
      {!readOnly && (
        <NameForm label={words.name} action={words.save} disabled={disabledReason !== null} submit={save} />
      )}
      {disabledReason !== null && <p className={classes.note}>{disabledReason}</p>}
      {children}
      {saved?.length === 0 && <p className={classes.note}>{words.none}</p>}
      <ul className={classes.list}>
        {saved?.map((one) => (
          <Line
            key={one.name}
            name={one.name}
            title={titleOf(one)}
            readOnly={readOnly}
            words={words}
            open={() => open(one)}
            rename={(name) => rename(one, name)}
            remove={() => remove(one)}
          />
        ))}
      </ul>
    </>
  )
}

type LineProps = {
  name: string
  title: string
  readOnly: boolean
  words: Props<unknown>['words']
  open(): void
  rename(name: string): void
  remove(): void
}

function Line({ name, title, readOnly, words, open, rename, remove }: LineProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  if (isRenaming)
    return (
      <li>
        <NameForm
          label={words.rename(name)}
          action={words.save}
          name={name}
          submit={(newName) => {
            setIsRenaming(false)
            rename(newName)
          }}
        />
      </li>
    )
  return (
    <li className={classes.row}>
      <button type="button" className={classes.open} title={title} onClick={open}>
        {name}
      </button>
      {!readOnly && (
        <>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={words.rename(name)}
            onClick={() => setIsRenaming(true)}
          >
            <IconPencil size={14} stroke={1.5} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={words.remove(name)}
            onClick={remove}
          >
            <IconTrash size={14} stroke={1.5} aria-hidden />
          </ActionIcon>
        </>
      )}
    </li>
  )
}
