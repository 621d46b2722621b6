/**
 * What people and bodies do for a work: the contributor types of DataCite 4.7, and two more that theses need.
 */
export const CONTRIBUTOR_ROLES = [
  'CommitteeMember',
  'ContactPerson',
  'CoSupervisor',
  'DataCollector',
  'DataCurator',
  'DataManager',
  'Distributor',
  'Editor',
  'HostingInstitution',
  'Other',
  'Producer',
  'ProjectLeader',
  'ProjectManager',
  'ProjectMember',
  'RegistrationAgency',
  'RegistrationAuthority',
  'RelatedPerson',
  'Researcher',
  'ResearchGroup',
  'RightsHolder',
  'Sponsor',
  'Supervisor',
  'Translator',
  'WorkPackageLeader',
] as const;

/** The date types of DataCite 4.7. */
export const DATE_TYPES = [
  'Accepted',
  'Available',
  'Collected',
  'Copyrighted',
  'Coverage',
  'Created',
  'Issued',
  'Other',
  'Submitted',
  'Updated',
  'Valid',
  'Withdrawn',
] as const;

/** The title types of DataCite 4.7. */
export const TITLE_TYPES = ['AlternativeTitle', 'Other', 'Subtitle', 'TranslatedTitle'] as const;

/** The relation types of DataCite 4.7: what the item is to the other. */
export const RELATION_TYPES = [
  'Cites',
  'Collects',
  'Compiles',
  'Continues',
  'Describes',
  'Documents',
  'HasMetadata',
  'HasPart',
  'HasTranslation',
  'HasVersion',
  'IsCitedBy',
  'IsCollectedBy',
  'IsCompiledBy',
  'IsContinuedBy',
  'IsDerivedFrom',
  'IsDescribedBy',
  'IsDocumentedBy',
  'IsIdenticalTo',
  'IsMetadataFor',
  'IsNewVersionOf',
  'IsObsoletedBy',
  'IsOriginalFormOf',
  'IsPartOf',
  'IsPreviousVersionOf',
  'IsPublishedIn',
  'IsReferencedBy',
  'IsRequiredBy',
  'IsReviewedBy',
  'IsSourceOf',
  'IsSupplementedBy',
  'IsSupplementTo',
  'IsTranslationOf',
  'IsVariantFormOf',
  'IsVersionOf',
  'Obsoletes',
  'Other',
  'References',
  'Requires',
  'Reviews',
] as const;

/** The types of identifiers of related works that DataCite 4.7 knows. */
export const IDENTIFIER_SCHEMES = [
  'ARK',
  'arXiv',
  'bibcode',
  'CSTR',
  'DOI',
  'EAN13',
  'EISSN',
  'Handle',
  'IGSN',
  'ISBN',
  'ISSN',
  'ISTC',
  'LISSN',
  'LSID',
  'PMID',
  'PURL',
  'RAiD',
  'RRID',
  'SWHID',
  'UPC',
  'URL',
  'URN',
  'w3id',
] as const;

export const DEGREE_LEVELS = ['bachelor', 'master', 'doctorate', 'postdoctorate'] as const;

export const AGENT_KINDS = ['person', 'organization'] as const;
