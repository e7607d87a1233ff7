import type { ResourceProps } from 'react-admin'
import { AuditList } from './AuditList'

export const audit: ResourceProps = { name: 'audit', list: AuditList }
