import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/** Returns a component whose code loads when it first renders. Until then, it renders `fallback`. */
export function lazyComponent<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  // React's types cannot spread the properties of a generic component.
  const Loaded = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }))
  return (props: Props) => (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  )
}
