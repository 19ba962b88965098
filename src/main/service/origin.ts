import { Failure } from '../../shared/contract/failures.ts'

/**
 * The address of a path at the origin the person signed in to. The credential goes there and nowhere else, so a path
 * that would lead to another host (`@host`, `.host`, `:port`), whatever put it together, is refused before it is signed.
 */
export function urlAtOrigin(origin: string, path: string): string {
  const url = URL.parse(`${origin}${path}`)
  const isPath = path === '' || path.startsWith('/')
  if (isPath && url?.origin === origin && url.username === '' && url.password === '') return url.href
  throw new Failure(
    'rejected',
    'The base path of this service leads away from its address, so nothing was sent. Correct the base path in the settings of the profile.',
    { problems: [{ field: 'base_path', message: 'must be a path such as /api/v1, or empty' }] },
  )
}
