import { graphql } from '../graphql.ts';
import { VariantParts } from '../presenters/variant.ts';

export const Variants = graphql(
  `
    query Variants(
      $product: String
      $filter: VariantFilter
      $sort: [VariantSort!]
      $page: Int
      $perPage: Int
      $showDeleted: Boolean
    ) {
      variants(
        product: $product
        filter: $filter
        sort: $sort
        page: $page
        perPage: $perPage
        showDeleted: $showDeleted
      ) {
        nodes {
          ...VariantParts
        }
        count
        totalCount
        pages
        currentPage
        perPage
      }
    }
  `,
  [VariantParts],
);

export const VariantById = graphql(
  `
    query VariantById($id: ID!, $product: String, $showDeleted: Boolean) {
      variant(id: $id, product: $product, showDeleted: $showDeleted) {
        ...VariantParts
        updatedAt
        lockVersion
      }
    }
  `,
  [VariantParts],
);

export const CreateVariant = graphql(
  `
    mutation CreateVariant($product: String!, $input: VariantInput!) {
      createVariant(product: $product, input: $input) {
        variant {
          ...VariantParts
          updatedAt
          lockVersion
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [VariantParts],
);

export const UpdateVariant = graphql(
  `
    mutation UpdateVariant($product: String!, $id: ID!, $input: VariantInput!) {
      updateVariant(product: $product, id: $id, input: $input) {
        variant {
          ...VariantParts
          updatedAt
          lockVersion
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [VariantParts],
);

export const DeleteVariant = graphql(`
  mutation DeleteVariant($product: String!, $id: ID!) {
    deleteVariant(product: $product, id: $id) {
      variant {
        id
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);
