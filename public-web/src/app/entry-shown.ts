/** The whole script of a page that only shows. */
import { moveShown } from '@/shown/moveShown'
import { followMenu } from './menu'
import { beginVisit } from './visit'

beginVisit()
followMenu()
void moveShown()
